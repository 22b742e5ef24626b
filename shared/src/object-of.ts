/** `Object.fromEntries` for an object whose type the caller declares, where TypeScript cannot follow it name by name. */
export function objectOf<Shape extends object>(entries: readonly (readonly [name: string, value: unknown])[]): Shape {
  return Object.fromEntries(entries) as Shape
}
