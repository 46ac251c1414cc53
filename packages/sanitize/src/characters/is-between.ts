export const isBetween = (unit: number, first: number, last: number): boolean => unit >= first && unit <= last
