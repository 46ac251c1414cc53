import { holdsSecret } from '../lines/secrets.ts'

const maxUnits = 160

/** Returns what ESLint says of a finding, or undefined when it might repeat a secret or more than a name of the code. */
export function describeMessage(message: string): string | undefined {
  const [sentence = ''] = message.split(/(?<=\.) /)
  const quoted = sentence.match(/(['"`]).*?\1/g) ?? []
  const plain = quoted.every((part) => /^.[\w$.#]{0,40}.$/.test(part) && !/\d{6}|[A-Za-z\d]{24}/.test(part))
  return sentence.length <= maxUnits && plain && !holdsSecret(sentence) ? sentence : undefined
}
