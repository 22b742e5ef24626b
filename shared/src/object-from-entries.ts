/** Like `Object.fromEntries`, but the caller declares the type. */
export function objectFromEntries<Shape extends object>(
  entries: readonly (readonly [name: string, value: unknown])[],
): Shape {
  return Object.fromEntries(entries) as Shape
}
