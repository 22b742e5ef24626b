import { formatDistanceToNowStrict } from 'date-fns/formatDistanceToNowStrict'

const whole = new Intl.NumberFormat('en-US')

export function number(value: number): string {
  return whole.format(value)
}

/** In steps of 1024: "812 MB", "1.4 GB". */
export function bytes(value: number): string {
  const gigabytes = value / 1024 ** 3
  return gigabytes >= 1 ? `${gigabytes.toFixed(1)} GB` : `${whole.format(Math.round(value / 1024 ** 2))} MB`
}

/** "4 minutes ago". */
export function ago(at: string): string {
  return formatDistanceToNowStrict(new Date(at), { addSuffix: true })
}
