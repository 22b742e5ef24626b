/** `Object.fromEntries` with a type that the caller declares. */
export function objectFromEntries<Shape extends object>(
  entries: readonly (readonly [name: string, value: unknown])[],
): Shape {
  return Object.fromEntries(entries) as Shape
}
