import type { Files } from '../files/files.ts'
import type { ImportDefinition } from './definition.ts'
import { readManifest, rewriteManifest, type ManifestRow } from './manifest.ts'

/** Of rows with the same key the last one counts: finds the others among the suspects. Answers line → line of the one that counts. */
export async function findReplaced(
  files: Files,
  manifestKey: string,
  suspects: ReadonlySet<number>,
): Promise<Map<number, number>> {
  const lastOf = new Map<string, number>()
  const keyOf = new Map<number, string>()
  for await (const { rows } of readManifest(files, manifestKey, 0, 500)) {
    for (const { line, key } of rows) {
      if (!suspects.has(line)) continue
      keyOf.set(line, key)
      lastOf.set(key, line)
    }
  }
  return new Map(
    [...keyOf].flatMap(([line, key]) => (lastOf.get(key) === line ? [] : [[line, lastOf.get(key)!] as const])),
  )
}

/** Writes the manifest again with the replaced rows skipped. */
export function skipReplaced(
  files: Files,
  from: string,
  to: string,
  definition: ImportDefinition,
  replaced: ReadonlyMap<number, number>,
) {
  const labels = definition.key.map((name) => definition.fields.find((field) => field.name === name)!.label).join(', ')
  const skip =
    (by: number) =>
    ({ line, key, name }: ManifestRow): ManifestRow => ({
      line,
      outcome: 'skipped',
      reason: `Row ${by} has the same ${labels}; the last one counts.`,
      key,
      name,
    })
  return rewriteManifest(files, from, to, (line) => {
    const by = replaced.get(line)
    return by === undefined ? undefined : skip(by)
  })
}
