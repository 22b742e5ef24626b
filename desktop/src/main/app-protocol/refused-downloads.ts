const reasons = new Map<string, string>()

/** Records the server's error message for a download, which `takeDownloadRefusal` returns when the download fails. */
export function recordRefusedDownload(url: string, message: string): void {
  if (reasons.size >= 20) reasons.clear()
  reasons.set(url, message)
}

export function takeDownloadRefusal(url: string): string | undefined {
  const message = reasons.get(url)
  reasons.delete(url)
  return message
}
