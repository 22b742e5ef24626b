const reasons = new Map<string, string>()

export function noteRefusedDownload(url: string, sentence: string): void {
  if (reasons.size >= 20) reasons.clear()
  reasons.set(url, sentence)
}

export function takeRefusal(url: string): string | undefined {
  const sentence = reasons.get(url)
  reasons.delete(url)
  return sentence
}
