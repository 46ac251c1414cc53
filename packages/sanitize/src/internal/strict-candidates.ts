import { bitmapOf, type FindUnit, hasBit } from './unit-set.ts'

/** Candidates of the strip pass up to U+00FF; CR and the other separators are among them, but never reach it. */
const NARROW = '\0-\x08\x0b-\x1f\x7f-\x9f\xad-\xad'

/** And beyond: units that are a candidate or, for a high surrogate, may begin one; the last of each plane among them. */
const WIDE = `\u034f-\u034f\u061c-\u061c\u115f-\u1160\u17b4-\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202f\
\u2060-\u206f\u2800-\u2800\u3164-\u3164\ud82f-\ud82f\ud834-\ud834\udb40-\udb43\ufdd0-\ufdef\ufe00-\ufe0f\
\ufeff-\ufeff\uffa0-\uffa0\ufff0-\ufffb\ufffe-\uffff\ud83f-\ud83f\ud87f-\ud87f\ud8bf-\ud8bf\ud8ff-\ud8ff\
\ud93f-\ud93f\ud97f-\ud97f\ud9bf-\ud9bf\ud9ff-\ud9ff\uda3f-\uda3f\uda7f-\uda7f\udabf-\udabf\udaff-\udaff\
\udb3f-\udb3f\udb7f-\udb7f\udbbf-\udbbf\udbff-\udbff`

const narrow = /* @__PURE__ */ new RegExp(`[${NARROW}]`)

/** All but what most texts are made of, which holds no candidate. A class of few ranges is quick to test. */
const UNSURE =
  /[^\t\n -~\xa0-\xac\xae-\u034e\u0370-\u061b\u2010-\u2027\u3000-\u3163\u3165-\ud7ff\ud83c-\ud83e\udc00-\udfff\uff01-\uff9f]/

let bits: Uint32Array | undefined

/** Whether any pass of `strict` but the header pass could change the text. */
export const mayHide = (text: string): boolean =>
  !text.isWellFormed() || (UNSURE.test(text) && findCandidate(text, 0) < text.length)

/** Answers the index of the next unit that the strip pass has to look at, or the text's length. */
export const findCandidate: FindUnit = (text, from) => {
  // No class reaches past U+00FF in a text that V8 keeps in one byte a unit, so this test costs nothing there.
  if (from === 0 && !/[^\0-\xff]/.test(text)) {
    const index = text.search(narrow)
    return index === -1 ? text.length : index
  }
  bits ??= bitmapOf(NARROW + WIDE)
  for (let i = from; i < text.length; i++) if (hasBit(bits, text.charCodeAt(i))) return i
  return text.length
}
