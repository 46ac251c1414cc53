import type { JsonObject } from '../protocol/json-object.ts'

/** Returns the JSON of an object with the badge as its last member. */
export function withBadge(json: string, badgeJson: string): string {
  return json === '{}' ? `{${badgeJson}}` : `${json.slice(0, -1)},${badgeJson}}`
}

/** Returns the object without the badge's field: an upstream cannot write one. */
export function withoutBadge(object: JsonObject, badgeField: string): JsonObject {
  if (!Object.hasOwn(object, badgeField)) return object
  const { [badgeField]: _forged, ...rest } = object
  return rest
}
