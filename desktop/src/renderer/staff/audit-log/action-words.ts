const capitals: Record<string, string> = { crm: 'CRM', api: 'API', rsvp: 'answer', csv: 'CSV', google: 'Google' }

/** An action of the log, such as `crm-changes.exported`, in words. */
export function actionWords(action: string): string {
  const words = action
    .split(/[-. ]/)
    .map((word) => capitals[word.toLowerCase()] ?? word)
    .join(' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
