import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { splitMarkdown } from './split-markdown.ts'

export interface Heading {
  readonly depth: number
  readonly text: string
  readonly line: number
}

export interface Passage {
  /** The words of a paragraph, lines kept; code, markup and addresses are blank. */
  readonly text: string
  /** Of its first line. */
  readonly line: number
}

interface Link {
  readonly url: string
  readonly line: number
}

/** A document as the rules of prose see it. */
export interface ProseDocument {
  readonly headings: readonly Heading[]
  readonly passages: readonly Passage[]
  readonly links: readonly Link[]
  /** Anchors that its HTML sets. */
  readonly anchors: readonly string[]
  /** Lines of everything that is not a heading, in order. */
  readonly contentLines: readonly number[]
}

/** Returns what a Markdown or plain text consists of, with line numbers of the whole text. */
export function readDocument(text: string): ProseDocument {
  const document = {
    headings: [] as Heading[],
    passages: [] as Passage[],
    links: [] as Link[],
    anchors: [] as string[],
    contentLines: [] as number[],
  }
  for (const chunk of splitMarkdown(text)) {
    const tree = fromMarkdown(chunk.text)
    const lineOf = (node: Nodes): number => (node.position?.start.line ?? 1) + chunk.firstLine - 1
    for (const node of tree.children) if (node.type !== 'heading') document.contentLines.push(lineOf(node))
    for (const node of nodesOf(tree)) {
      if (node.type === 'heading') {
        document.headings.push({
          depth: node.depth,
          text: wordsOf(node, chunk.text).trim(),
          line: lineOf(node),
        })
      } else if (node.type === 'paragraph') {
        document.passages.push({ text: wordsOf(node, chunk.text), line: lineOf(node) })
      } else if (node.type === 'link' || node.type === 'image' || node.type === 'definition') {
        document.links.push({ url: node.url, line: lineOf(node) })
      } else if (node.type === 'html') {
        for (const match of node.value.matchAll(/\b(?:id|name)=["']([^"']{1,100})["']/g))
          document.anchors.push(match[1] ?? '')
      }
    }
  }
  return document
}

/** In document order; with a list instead of recursion, since lists nest as deeply as their author likes. */
function* nodesOf(root: Nodes): Generator<Nodes> {
  const open: Nodes[] = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    yield node
    if ('children' in node) open.push(...[...node.children].reverse())
  }
}

/** The source of a node with everything but its text blanked, so that lines and sentences keep their places. */
function wordsOf(node: Nodes, source: string): string {
  const from = node.position?.start.offset ?? 0
  const to = node.position?.end.offset ?? from
  let words = ''
  for (const { type, position } of nodesOf(node)) {
    if (type !== 'text' && type !== 'inlineCode') continue
    const start = (position?.start.offset ?? from) - from
    const end = (position?.end.offset ?? from) - from
    words += blank(source.slice(from + words.length, from + start))
    const own = source.slice(from + start, from + end)
    // A word must stand where code stood, or the sentence around it falls apart.
    words += type === 'text' || node.type === 'heading' ? own : own.replace(/[^\n]/g, '_')
  }
  return words + blank(source.slice(from + words.length, to))
}

const blank = (text: string): string => text.replace(/[^\n]/g, ' ')
