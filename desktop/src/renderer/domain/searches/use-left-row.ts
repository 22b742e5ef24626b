import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

/** The row that was opened last, and from which entry of the browser's history. */
let left: { entry: string | undefined; row: string } | undefined

/** Remembers which row of a list someone leaves by, so that the way back ends on it. */
export function useLeftRow() {
  const router = useRouter()
  const entry = () => {
    const { __TSR_key: key } = router.history.location.state
    return key
  }
  const [row] = useState(() => (left && left.entry === entry() ? left.row : undefined))
  return {
    row,
    leaveBy(rowLeft: string) {
      left = { entry: entry(), row: rowLeft }
    },
  }
}
