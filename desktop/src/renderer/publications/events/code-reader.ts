import type { BarcodeDetector } from 'qr/decode.js'

const intervalMs = 100
/** A code that reappears is reported again only if it was out of sight for this long. */
const outOfSightMs = 2000

/** Shows the camera in `video` and reports each QR code that comes into view, until `signal` is aborted. */
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
    let lastCode = { text: '', at: 0 }
    while (!signal.aborted) {
      const [code] = await detector.detect(video)
      const now = Date.now()
      const isNew = code && (code.rawValue !== lastCode.text || now - lastCode.at > outOfSightMs)
      if (code) lastCode = { text: code.rawValue, at: now }
      if (isNew && !signal.aborted) onRead(code.rawValue)
      await new Promise((resolve) => setTimeout(resolve, intervalMs))
    }
  } finally {
    for (const track of camera.getTracks()) track.stop()
  }
}

type Detector = typeof BarcodeDetector

/** Prefers the browser's detector, which recognizes more codes, to a library. */
export async function loadDetector(): Promise<BarcodeDetector> {
  const nativeDetector = (globalThis as { BarcodeDetector?: Detector }).BarcodeDetector
  const isNative = nativeDetector && (await nativeDetector.getSupportedFormats()).includes('qr_code')
  const Detector = isNative ? nativeDetector : (await import('qr/decode.js')).BarcodeDetector
  return new Detector({ formats: ['qr_code'] })
}
