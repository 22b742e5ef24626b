import { z } from 'zod'

/** A release in `RELEASES.md`. The only Markdown in its texts is inline code. */
export const release = z.object({
  tag: z.string(),
  summary: z.string(),
  sections: z.array(z.object({ title: z.string().nullable(), changes: z.array(z.string()) })),
})
export type Release = z.infer<typeof release>

const operatorHeadings = new Set(['For operators', 'For developers', 'Running it'])

export function isForOperators({ title }: Release['sections'][number]): boolean {
  return title !== null && operatorHeadings.has(title)
}

/** Returns the changes that matter to the office, excluding those that mention a command or a file. */
export function officeChanges({ sections }: Release): string[] {
  return sections
    .filter((section) => !isForOperators(section))
    .flatMap(({ changes }) => changes)
    .filter((change) => !/`[^`]*(?:npm |\/|\.\w|_|-- )[^`]*`/.test(change))
}

export const releaseTag = /^v(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/

/** Compares two release tags by version. Returns a positive number if `first` is newer. */
export function compareTags(first: string, second: string): number {
  const [a, b] = [first, second].map((tag) => releaseTag.exec(tag)!.slice(1).map(Number))
  const different = a!.findIndex((number, index) => number !== b![index])
  return different < 0 ? 0 : a![different]! - b![different]!
}

/** Version of the contract with the desktop app; increase it with every incompatible change. A test detects these. */
export const staffContract = 6
export const oldestStaffContract = 6

/** Name of the response header (internal host) and the `meta` element (staff app) that contain the release. */
export const releaseHeader = 'alumni-release'

export const serverRelease = z.object({
  release: z.string(),
  contract: z.number().int(),
  oldest_contract: z.number().int(),
})
