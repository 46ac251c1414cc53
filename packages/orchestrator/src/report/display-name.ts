import { capitalize } from '../text/capitalize.ts'

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
