/** `gala.csv` as `gala-engagements.csv`. */
export function outputName(source: string, kind: 'engagements' | 'unmatched'): string {
  return `${source.replace(/\.(?:csv|tsv|txt)$/i, '')}-${kind}.csv`
}
