export interface PersonaText {
  readonly id?: string
  readonly version?: string
  /** Lines of frontmatter after id and version. */
  readonly more?: string
  readonly body?: string
}

/** Returns the text of a persona file. */
export function personaText({
  id = 'harbour-clerk',
  version = '1.0.0',
  more = '',
  body = 'You keep the harbour ledger.\n',
}: PersonaText = {}): string {
  return `---\nid: ${id}\nversion: ${version}\n${more}---\n\n${body}`
}

/** Returns the bytes of a persona file. */
export function personaBytes(text: PersonaText = {}): Uint8Array {
  return new TextEncoder().encode(personaText(text))
}
