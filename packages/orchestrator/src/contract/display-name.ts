/** An agent's display name and title, as in `['Melchior', 'Scientist']`. */
export type AgentTitle = readonly [name: string, title: string]

/** Display names and titles by agent, in place of the built-in ones. */
export type AgentTitles = Readonly<Record<string, AgentTitle>>

const builtIn: ReadonlyMap<string, AgentTitle> = new Map([
  ['melchior', ['Melchior', 'Scientist']],
  ['balthasar', ['Balthasar', 'Pragmatist']],
  ['caspar', ['Caspar', 'Critic']],
])

/** Returns an agent's display name and title; one that nobody named is capitalised and titled `Agent`. */
export function displayNameOf(agent: string, titles: AgentTitles = {}): AgentTitle {
  const given = Object.hasOwn(titles, agent) ? titles[agent] : undefined
  return given ?? builtIn.get(agent) ?? [capitalize(agent), 'Agent']
}

// JavaScript has no title case. It differs from upper case in these four digraphs, and in Georgian, which has none.
const titleCase: ReadonlyMap<string, string> = new Map([
  ['\u01c4', '\u01c5'],
  ['\u01c7', '\u01c8'],
  ['\u01ca', '\u01cb'],
  ['\u01f1', '\u01f2'],
])

/** Returns `name` with its first letter in title case and the rest in lower case, as Python's `capitalize()`. */
export function capitalize(name: string): string {
  const [first = ''] = name
  const [upper = '', ...tail] = /[\u10d0-\u10ff]/.test(first) ? first : first.toUpperCase()
  const head = titleCase.get(upper) ?? upper
  const rest = name.toLowerCase().slice(first.toLowerCase().length)
  return head + tail.join('').toLowerCase() + rest
}
