/**
 * Returns `value` (0 to 1) to two decimal places, exact ties to even, as Python's `round(value, 2)`.
 *
 * Within [0, 1] only odd multiples of 1/8 are exact ties in binary; `toFixed` rounds all others correctly.
 */
export function roundConfidence(value: number): number {
  return (value * 8) % 2 === 1 ? roundHalfEven(value * 100) / 100 : Number(value.toFixed(2))
}

/** Returns a whole percentage as Python's `.0%` prints it: the product in double precision, ties to even. */
export function roundPercent(value: number): number {
  return roundHalfEven(value * 100)
}

function roundHalfEven(value: number): number {
  const floor = Math.floor(value)
  const rest = value - floor
  return rest > 0.5 || (rest === 0.5 && floor % 2 === 1) ? floor + 1 : floor
}
