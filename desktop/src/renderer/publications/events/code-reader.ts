import type { BarcodeDetector } from 'qr/decode.js'

const everyMs = 100
/** A code that was out of sight for as long counts anew. */
const outOfSightMs = 2000

/** Shows the camera's picture and reads the QR codes in it, each once, until `signal` is aborted. */
export async function readCodes(
  video: HTMLVideoElement,
  onRead: (text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const camera = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  try {
    video.srcObject = camera
    await video.play()
    const detector = await loadDetector()
    let seen = { text: '', at: 0 }
    while (!signal.aborted) {
      const [code] = await detector.detect(video)
      const at = Date.now()
      const isNew = code && (code.rawValue !== seen.text || at - seen.at > outOfSightMs)
      if (code) seen = { text: code.rawValue, at }
      if (isNew && !signal.aborted) onRead(code.rawValue)
      await new Promise((resolve) => setTimeout(resolve, everyMs))
    }
  } finally {
    for (const track of camera.getTracks()) track.stop()
  }
}

type Detector = typeof BarcodeDetector

/** The browser's own, which sees more; of iPhones, Firefox and desktops, which have none, a library. */
export async function loadDetector(): Promise<BarcodeDetector> {
  const own = (globalThis as { BarcodeDetector?: Detector }).BarcodeDetector
  const isOwn = own && (await own.getSupportedFormats()).includes('qr_code')
  const Detector = isOwn ? own : (await import('qr/decode.js')).BarcodeDetector
  return new Detector({ formats: ['qr_code'] })
}
