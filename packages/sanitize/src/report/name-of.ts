import { BLOCKS, NAMES } from './names.generated.ts'

let names: ReadonlyMap<number, string> | undefined
let blocks: readonly (readonly [first: number, last: number, name: string])[] | undefined

const lines = (table: string): readonly string[] => table.trim().split('\n')

function readNames(): ReadonlyMap<number, string> {
  return new Map(
    lines(NAMES).map((line) => {
      const blank = line.indexOf(' ')
      return [Number.parseInt(line.slice(0, blank), 36), line.slice(blank + 1)]
    }),
  )
}

function readBlocks(): readonly (readonly [number, number, string])[] {
  return lines(BLOCKS).map((line) => {
    const [first = '', last = '', ...name] = line.split(' ')
    return [Number.parseInt(first, 36), Number.parseInt(last, 36), name.join(' ')]
  })
}

/** Returns the Unicode name (of a control: its alias) of a code point that a pass can remove, else `… (block)`. */
export function nameOf(point: number): string {
  if (point >= 0xfe00 && point <= 0xfe0f) return `VARIATION SELECTOR-${point - 0xfe00 + 1}`
  if (point >= 0xe0100 && point <= 0xe01ef) return `VARIATION SELECTOR-${point - 0xe0100 + 17}`
  names ??= readNames()
  const name = names.get(point)
  if (name !== undefined) return name
  blocks ??= readBlocks()
  const block = blocks.find(([first, last]) => point >= first && point <= last)
  return `${block?.[2] ?? 'No Block'} (block)`
}
