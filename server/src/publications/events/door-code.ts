import type { RsvpStatus } from '@alumni/shared/publications/content'
import { codeCharacters, buildScannedText } from '@alumni/shared/publications/door'
import { encodeQR } from 'qr'
import type { Config } from '../../foundations/process/config.ts'
import { hashToken } from '../../foundations/http/tokens.ts'
import type { EventRow } from './events.ts'

/** Returns the permanent door code for an answer. It reveals nothing without the guest list. */
export function buildDoorCode(config: Config, { id, door_token }: { id: number; door_token: string | null }): string {
  // Letters from releases up to v0.14.0 contain a code based on a hash of the id.
  const random = door_token?.replaceAll('-', '') ?? hashToken(config, 'door code', String(id))
  const bytes = Buffer.from(random, door_token === null ? 'base64url' : 'hex').subarray(0, 6)
  const characters = [...bytes].map((byte) => codeCharacters[byte % codeCharacters.length]).join('')
  return `${characters.slice(0, 3)}-${characters.slice(3)}`
}

export function hasDoorCode({ is_online, cancelled_at }: EventRow, status: RsvpStatus): boolean {
  return !is_online && cancelled_at === null && (status === 'going' || status === 'waiting')
}

/** Returns a QR code for the door: `squares` is the SVG path of the dark squares, `size` the squares per row. */
export function buildQrCode(event: number, code: string): { code: string; squares: string; size: number } {
  const rows = encodeQR(buildScannedText(event, code), 'raw', { border: 4 })
  const squares = rows.flatMap((row, y) => {
    const runs = row.map(Number).join('').matchAll(/1+/g)
    return Array.from(runs, ({ 0: { length }, index }) => `M${index} ${y}h${length}v1h-${length}z`)
  })
  return { code, squares: squares.join(''), size: rows.length }
}

export async function drawDoorPicture(event: number, code: string): Promise<Buffer> {
  const rows = encodeQR(buildScannedText(event, code), 'raw', { border: 4, scale: 6 })
  const pixels = Buffer.from(rows.flat().map((isDark) => (isDark ? 0 : 255)))
  // Loads sharp on demand, because loading it at startup would take almost a second.
  const { default: sharp } = await import('sharp')
  return sharp(pixels, { raw: { width: rows.length, height: rows.length, channels: 1 } })
    .png({ palette: true, colours: 2 })
    .toBuffer()
}
