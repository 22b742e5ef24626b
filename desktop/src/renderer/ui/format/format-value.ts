export function formatValue(field: string, value: string | null): string | null {
  const isFlag = ['deceased', 'do_not_contact', 'do_not_email', 'current'].includes(field)
  if (isFlag && (value === 'true' || value === 'false')) return value === 'true' ? 'Yes' : 'No'
  return value
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
