import { z } from 'zod'

/** A value as far as it is of its form, by the field: undefined where nothing is given, null where something else is. */
export type Lenient<T> = T extends readonly (infer E)[]
  ? readonly (Lenient<E> | undefined)[] | null
  : T extends object
    ? { readonly [K in keyof T]?: Lenient<T[K]> | undefined } | null
    : T | null

/** Returns what a schema makes of those fields that are of their form, so that a fault of one hides none of the others. */
export function readLeniently<T>(schema: z.ZodType<T>, value: unknown): Lenient<T> | undefined {
  return read(schema, value) as Lenient<T> | undefined
}

function read(schema: z.core.$ZodType, value: unknown): unknown {
  const whole = z.safeParse(schema, value)
  if (whole.success) return whole.data
  if (value === undefined) return undefined
  if (schema instanceof z.ZodExactOptional || schema instanceof z.ZodPrefault)
    return read(schema.unwrap(), value)
  if (schema instanceof z.ZodUnion) {
    const option = schema.options.find((one) => one instanceof z.ZodArray === Array.isArray(value))
    return option === undefined ? null : read(option, value)
  }
  if (Array.isArray(value))
    return schema instanceof z.ZodArray ? value.map((item) => read(schema.element, item)) : null
  if (typeof value !== 'object' || value === null) return null
  const fields = new Map(Object.entries(value))
  if (schema instanceof z.ZodRecord)
    return Object.fromEntries([...fields].map(([name, field]) => [name, read(schema.valueType, field)]))
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(
      Object.entries(schema.shape).map(([name, form]) => [name, read(form, fields.get(name))]),
    )
  return null
}
