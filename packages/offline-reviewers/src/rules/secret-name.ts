/** Names of values that must not be guessed; in the rules' own texts, `String(secretName)` is its literal. */
export const secretName: RegExp = /token|secret|passw|nonce|session|salt|otp|api_?key/i
