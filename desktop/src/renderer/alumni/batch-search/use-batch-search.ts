import { batchSearchReply, type BatchSearchReply } from '@alumni/shared/alumni/batch-search'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { request } from '../../http.ts'
import type { Choice, Choices } from './choices.ts'

/** Lines as they were looked up, and what came back. */
export type LookedUp = { given: readonly string[]; reply: BatchSearchReply }

/** Looks lines up, and remembers what was chosen for as long as the page is open. Nothing of it is stored anywhere. */
export function useBatchSearch() {
  const [choices, setChoices] = useState<Choices>(new Map())
  const [found, setFound] = useState<LookedUp | null>(null)
  const running = useRef<AbortController>(null)
  const lookUp = useMutation({
    gcTime: 0,
    async mutationFn(given: readonly string[]): Promise<LookedUp> {
      running.current?.abort()
      running.current = new AbortController()
      return {
        given,
        reply: await request('/tools/batch_search', batchSearchReply, {
          method: 'POST',
          body: { lines: given },
          signal: running.current.signal,
        }),
      }
    },
    onSuccess: setFound,
  })
  const isCancelled = lookUp.error?.name === 'AbortError'
  return {
    found,
    choices,
    isPending: lookUp.isPending,
    error: isCancelled ? null : lookUp.error,
    lookUp: lookUp.mutate,
    cancel: () => running.current?.abort(),
    choose: (key: string, choice: Choice | undefined) =>
      setChoices((before) => {
        const after = new Map(before)
        if (choice === undefined) after.delete(key)
        else after.set(key, choice)
        return after
      }),
  }
}
