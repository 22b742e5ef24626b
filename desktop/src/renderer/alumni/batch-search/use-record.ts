import { recordedReply, recordReply, type RecordReply } from '@alumni/shared/exchange/event-converter'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { request } from '../../http.ts'

const url = '/tools/event_converter'

/** What it was and when. */
export type EventFacts = { activity_code: string; description: string; engagement_date: string }
export type RecordedEvent = RecordReply & { title: string }

/** How many of these people have such an engagement already. */
export function useRecordedAlready(facts: EventFacts | undefined, buids: readonly string[]) {
  return useQuery({
    queryKey: ['recorded-already', facts, buids],
    queryFn: ({ signal }) =>
      request(`${url}/recorded`, recordedReply, { method: 'POST', body: { ...facts, buids }, signal }),
    enabled: facts !== undefined,
    gcTime: 0,
  })
}

/** Records these people once: pressed again after the connection broke off, the same list is the same batch. */
export function useRecord(onRecorded: (reply: RecordReply, title: string) => void) {
  const queryClient = useQueryClient()
  const attempt = useRef({ content: '', batch_id: '' })
  return useMutation({
    gcTime: 0,
    async mutationFn({ facts, buids }: { facts: EventFacts; buids: readonly string[]; title: string }) {
      const engagements = buids.map((buid) => ({ buid, ...facts }))
      const content = JSON.stringify(engagements)
      if (attempt.current.content !== content)
        attempt.current = { content, batch_id: `batch-search-${crypto.randomUUID()}` }
      const { batch_id } = attempt.current
      return request(`${url}/lists`, recordReply, {
        method: 'POST',
        body: { batch_id, source: 'Batch search', engagements, only_new: true },
        patienceInMs: 60_000,
      })
    },
    onSuccess(reply, { title }) {
      attempt.current = { content: '', batch_id: '' }
      onRecorded(reply, title)
    },
    onSettled: () =>
      Promise.all(['recorded-lists', 'alumni'].map((key) => queryClient.invalidateQueries({ queryKey: [key] }))),
  })
}
