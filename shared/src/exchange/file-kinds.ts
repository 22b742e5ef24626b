type Signature = { at?: number; begins: string; is: string }

const hex = (digits: string) => String.fromCharCode(...digits.match(/../g)!.map((pair) => Number.parseInt(pair, 16)))

/** The kinds of file by their first bytes, as one character per byte; the first that fits counts. */
const signatures: Signature[] = [
  { begins: 'PK\u0003\u0004', is: 'an Excel workbook or a zip archive' },
  { begins: 'PK\u0005\u0006', is: 'an empty zip archive' },
  { begins: hex('d0cf11e0'), is: 'an old Excel workbook' },
  { begins: hex('1f8b'), is: 'a gzip archive' },
  { begins: hex('377abcaf271c'), is: 'a 7-Zip archive' },
  { begins: 'Rar!\u001a\u0007', is: 'a RAR archive' },
  { begins: '%PDF', is: 'a PDF document' },
  { begins: '{\\rtf', is: 'a Word document' },
  { begins: hex('89504e470d0a1a0a'), is: 'a PNG picture' },
  { begins: hex('ffd8ff'), is: 'a JPEG picture' },
  { begins: 'GIF87a', is: 'a GIF picture' },
  { begins: 'GIF89a', is: 'a GIF picture' },
  { begins: hex('49492a00'), is: 'a TIFF picture' },
  { begins: hex('4d4d002a'), is: 'a TIFF picture' },
  { at: 8, begins: 'WEBP', is: 'a WebP picture' },
  ...['heic', 'heix', 'hevc', 'mif1', 'msf1'].map((brand) => ({ at: 4, begins: `ftyp${brand}`, is: 'a HEIC picture' })),
  { at: 4, begins: 'ftyp', is: 'a film' },
  { begins: 'SQLite format 3\0', is: 'an SQLite database' },
  { begins: 'PAR1', is: 'a Parquet file' },
]

/** The kinds of text by their beginning, without byte order marks and blanks; the first that fits counts. */
const texts: { begins: RegExp; is: string }[] = [
  { begins: /^<\?xml[^]*(?:excel|spreadsheet)/i, is: 'an Excel table saved as XML' },
  { begins: /^<\?xml\b/i, is: 'an XML document' },
  { begins: /^<(?:html[^>]*excel|meta\b|table\b|style\b)/i, is: 'an Excel table saved as a web page' },
  { begins: /^<(?:!--|!doctype\b|(?:html|head|body|script|div)\b)/i, is: 'a web page' },
  { begins: /^BEGIN:VCARD\b/i, is: 'an address book of vCards' },
  { begins: /^BEGIN:VCALENDAR\b/i, is: 'a calendar' },
  { begins: /^(?:\{\s*["}]|\[\s*[{["\]])/, is: 'a JSON document' },
]

/** Callers of `foreignKind` read this many bytes. */
export const lookedAtBytes = 4096

/**
 * Returns the kind of a file that begins like this, if it surely has no table as text in it: "a PNG picture"; else
 * undefined.
 */
export function foreignKind(beginning: Uint8Array): string | undefined {
  const first = String.fromCharCode(...beginning.subarray(0, 512))
  const known = signatures.find(({ at = 0, begins }) => first.startsWith(begins, at))
  // In UTF-16 every other byte of such text is zero.
  const text = first.replaceAll('\0', '').replace(/^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff|\s)+/, '')
  return (known ?? texts.find(({ begins }) => begins.test(text)))?.is
}

/** The same as a sentence for the person, with what to do. */
export function foreignSentence(beginning: Uint8Array): string | undefined {
  const kind = foreignKind(beginning)
  return kind && `This is ${kind}, not a CSV file. ${adviceFor(kind)}`
}

function adviceFor(kind: string): string {
  if (kind.includes('Excel')) return 'In Excel choose File › Save as › CSV UTF-8 and use that file.'
  return kind.includes('archive')
    ? 'Unpack it and use the CSV file inside.'
    : 'Export the list as CSV and use that file.'
}

/** Whether decoded text is none: a twentieth or more of it are characters that no text has. */
export function isNotText(text: string): boolean {
  const sample = text.slice(0, lookedAtBytes)
  const controls = sample.match(/[\u0000-\u0008\u000e-\u001f]/g)?.length ?? 0
  return controls > 2 && controls > sample.length / 20
}
