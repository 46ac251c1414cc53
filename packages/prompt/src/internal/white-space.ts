/**
 * Unicode White_Space as the inside of a character class. JavaScript's `\s` is another set: it has U+FEFF and lacks
 * U+0085. Spelled out, since `\p{…}` needs the `u` flag, under which `i` folds U+017F into `s`.
 */
export const WHITE_SPACE = '\\t-\\r \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000'
