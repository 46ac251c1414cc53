import type { Report } from '../rules/rule-catalog.ts'
import type { Kind } from '../source/kind.ts'
import { piecesOf } from './pieces-of.ts'
import { findSecret } from './secrets.ts'

const prose: ReadonlySet<Kind> = new Set<Kind>(['markdown', 'text', 'binary'])
/** What programs write, or nobody wraps. */
const unwrapped: ReadonlySet<Kind> = new Set<Kind>(['json', 'markup', 'binary'])

// Beyond this a line is data; what runs or gives away is still looked for in its pieces.
const maxLineUnits = 2000

const comment = /(?:\/\/|#|\/?\*|--|;|<!--|%|\{\/\*)\s?/
// XXX also stands for any text: as a mark it begins a comment.
const todo = /\b(?:TODO|HACK)\b|^\W{1,6}XXX\b/
const fixme = /\bFIXME\b/
// What a program or a page would fetch: a literal of its own, or the whole value of a setting. An address that names a
// schema is never fetched, and one in a comment is for readers.
const cleartext =
  /(?:["'`]|^[^#]{0,200}[=:]\s{0,4})http:\/\/(?!(?:localhost|127\.|0\.0\.0\.0|\[::1\]|www\.w3\.org|schemas?\.|json-schema\.org|xml\.org|xmlns?\.|purl\.org|ns\.|[\w.-]*\bexamples?\b|[\w-]+\.local\b|[\w-]+[:/"'`]|\$|\{|%))[\w.-]+\.[a-z]{2,}/i
const schemaName = /\bxmlns\b|\$schema\b|<!DOCTYPE\b|\bnamespaces?\b/i
const pipeToShell = /\b(?:curl|wget)\b[^|;&\n]{1,300}\|\s{0,4}(?:sudo\s{1,4})?(?:ba|z|da)?sh\b/
const conflict = /^(?:<{7} \S|>{7} \S|={7}$)/
const openPermissions = /\bchmod\s{1,4}(?:-R\s{1,4})?0?(?:777|666)\b/

/** Reports what single lines of any text show: secrets, markers of unfinished work, and what runs or sends blindly. */
export function reviewLines(text: string, kind: Kind, report: Report): void {
  const code = !prose.has(kind)
  const bareValues = kind !== 'code' && kind !== 'javascript' && kind !== 'typescript' && kind !== 'python'
  let number = 0
  let conflictOpen = false
  for (const line of text.split('\n')) {
    number += 1
    for (const piece of piecesOf(line)) {
      const secret = findSecret(piece, bareValues)
      if (secret !== undefined) report(secret, number)
      if (pipeToShell.test(piece)) report('any/pipe-to-shell', number)
      if (openPermissions.test(piece)) report('any/broad-permissions', number)
    }
    if (line.length > maxLineUnits) {
      if (code && !unwrapped.has(kind)) report('any/long-line', number)
      continue
    }
    if (conflict.test(line) && (conflictOpen || line.startsWith('<'))) {
      // A row of equals signs alone is a heading's underline.
      if (!line.startsWith('=')) report('any/conflict-marker', number)
      conflictOpen = !line.startsWith('>')
    }
    if (code) reviewCodeLine(line, number, kind, report)
  }
}

function reviewCodeLine(line: string, number: number, kind: Kind, report: Report): void {
  if (line.length > 160 && !unwrapped.has(kind)) report('any/long-line', number)
  const start = line.search(comment)
  if (start >= 0) {
    const remark = line.slice(start)
    if (todo.test(remark)) report('any/todo', number)
    if (fixme.test(remark)) report('any/fixme', number)
  }
  if (
    kind !== 'json' &&
    cleartext.test(line) &&
    !schemaName.test(line) &&
    !/^\s*(?:\/\/|\/?\*|#|--|;)/.test(line)
  )
    report('any/cleartext-url', number)
}
