const reasons = new Map<string, string>()

export function recordRefusedDownload(url: string, sentence: string): void {
  if (reasons.size >= 20) reasons.clear()
  reasons.set(url, sentence)
}

export function takeDownloadRefusal(url: string): string | undefined {
  const sentence = reasons.get(url)
  reasons.delete(url)
  return sentence
}
