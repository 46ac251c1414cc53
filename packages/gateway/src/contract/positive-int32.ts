/** Beyond it, a timer of the platform fires at once. */
export const MAX_INT32 = 2_147_483_647

export function isPositiveInt32(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= MAX_INT32
}
