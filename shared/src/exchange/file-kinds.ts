type Signature = { offset?: number; prefix: string; kind: string }

const hex = (digits: string) => String.fromCharCode(...digits.match(/../g)!.map((pair) => Number.parseInt(pair, 16)))

/** First bytes of binary files, one character per byte; the first match wins. */
const signatures: Signature[] = [
  { prefix: 'PK\u0003\u0004', kind: 'an Excel workbook or a zip archive' },
  { prefix: 'PK\u0005\u0006', kind: 'an empty zip archive' },
  { prefix: hex('d0cf11e0'), kind: 'an old Excel workbook' },
  { prefix: hex('1f8b'), kind: 'a gzip archive' },
  { prefix: hex('377abcaf271c'), kind: 'a 7-Zip archive' },
  { prefix: 'Rar!\u001a\u0007', kind: 'a RAR archive' },
  { prefix: '%PDF', kind: 'a PDF document' },
  { prefix: '{\\rtf', kind: 'a Word document' },
  { prefix: hex('89504e470d0a1a0a'), kind: 'a PNG picture' },
  { prefix: hex('ffd8ff'), kind: 'a JPEG picture' },
  { prefix: 'GIF87a', kind: 'a GIF picture' },
  { prefix: 'GIF89a', kind: 'a GIF picture' },
  { prefix: hex('49492a00'), kind: 'a TIFF picture' },
  { prefix: hex('4d4d002a'), kind: 'a TIFF picture' },
  { offset: 8, prefix: 'WEBP', kind: 'a WebP picture' },
  ...['heic', 'heix', 'hevc', 'mif1', 'msf1'].map((brand) => ({
    offset: 4,
    prefix: `ftyp${brand}`,
    kind: 'a HEIC picture',
  })),
  { offset: 4, prefix: 'ftyp', kind: 'a film' },
  { prefix: 'SQLite format 3\0', kind: 'an SQLite database' },
  { prefix: 'PAR1', kind: 'a Parquet file' },
]

/** Text formats other than CSV; the first match wins. */
const textFormats: { prefix: RegExp; kind: string }[] = [
  { prefix: /^<\?xml[^]*(?:excel|spreadsheet)/i, kind: 'an Excel table saved as XML' },
  { prefix: /^<\?xml\b/i, kind: 'an XML document' },
  { prefix: /^<(?:html[^>]*excel|meta\b|table\b|style\b)/i, kind: 'an Excel table saved as a web page' },
  { prefix: /^<(?:!--|!doctype\b|(?:html|head|body|script|div)\b)/i, kind: 'a web page' },
  { prefix: /^BEGIN:VCARD\b/i, kind: 'an address book of vCards' },
  { prefix: /^BEGIN:VCALENDAR\b/i, kind: 'a calendar' },
  { prefix: /^(?:\{\s*["}]|\[\s*[{["\]])/, kind: 'a JSON document' },
]

export const inspectedBytes = 4096

/** Returns text such as "a PNG picture"; undefined for text tables. */
export function detectForeignKind(beginning: Uint8Array): string | undefined {
  const first = String.fromCharCode(...beginning.subarray(0, 512))
  const binary = signatures.find(({ offset = 0, prefix }) => first.startsWith(prefix, offset))
  // In UTF-16, every other byte of ASCII text is zero.
  const text = first.replaceAll('\0', '').replace(/^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff|\s)+/, '')
  return (binary ?? textFormats.find(({ prefix }) => prefix.test(text)))?.kind
}

export function describeForeignFile(beginning: Uint8Array): string | undefined {
  const kind = detectForeignKind(beginning)
  return kind && `This is ${kind}, not a CSV file. ${adviceFor(kind)}`
}

function adviceFor(kind: string): string {
  if (kind.includes('Excel')) return 'In Excel choose File › Save as › CSV UTF-8 and use that file.'
  return kind.includes('archive')
    ? 'Unpack it and use the CSV file inside.'
    : 'Export the list as CSV and use that file.'
}

/** Recognizes decoded binary data: more than 5% of its characters are control characters. */
export function isNotText(text: string): boolean {
  const sample = text.slice(0, inspectedBytes)
  const controls = sample.match(/[\u0000-\u0008\u000e-\u001f]/g)?.length ?? 0
  return controls > 2 && controls > sample.length / 20
}
