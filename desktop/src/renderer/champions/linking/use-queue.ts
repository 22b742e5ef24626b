import type { LinkOutcome } from '@alumni/shared/champions/linking'
import type { FoundAlumnus } from '@alumni/shared/alumni/search'
import { useState } from 'react'
import { nameWithClasses } from '@alumni/shared/alumni/class-names'
import { notifySuccess, notifyError } from '../../ui/notify.tsx'
import { useLinks, type Waiting } from './queries.ts'

type Done = { person: FoundAlumnus }

/** Where a person is in the queue, what is linked and skipped so far, and the last link, which can be undone. */
export function useQueue(items: readonly Waiting[]) {
  const [index, setIndex] = useState(0)
  const [linked, setLinked] = useState<ReadonlyMap<number, Done>>(new Map())
  const [skipped, setSkipped] = useState<ReadonlySet<number>>(new Set())
  const [refusals, setRefusals] = useState<ReadonlyMap<number, LinkOutcome>>(
    new Map(items.flatMap(({ signup, refusal }) => (refusal ? [[signup.id, refusal]] : []))),
  )
  const link = useLinks('')
  const undo = useLinks('/undo')
  const current = items[index]?.signup
  const isOpen = (id: number) => !linked.has(id) && !skipped.has(id)

  function go(to: number) {
    link.reset()
    setIndex(Math.max(0, Math.min(items.length, to)))
  }

  /** To the next one that is neither linked nor skipped; behind the last one the queue has ended. */
  function next(from: number) {
    const after = items.findIndex(({ signup }, at) => at > from && isOpen(signup.id))
    go(after < 0 ? items.length : after)
  }

  function take(person: FoundAlumnus) {
    if (!current || link.isPending || linked.has(current.id)) return
    const from = index
    link.mutate([{ id: current.id, buid: person.buid }], {
      onSuccess({ outcomes: [outcome] }) {
        if (outcome?.error !== null) return setRefusals((before) => new Map(before).set(current.id, outcome!))
        setRefusals((before) => without(before, current.id))
        setLinked((before) => new Map(before).set(current.id, { person }))
        setSkipped((before) => new Set([...before].filter((id) => id !== current.id)))
        notifySuccess({
          message: `${current.name} is linked to ${nameWithClasses(person.name, person.class_years)}.`,
          topic: 'signup links',
          onUndo: () => takeBack(from, person.buid),
        })
        next(from)
      },
    })
  }

  /** Takes the link of one of them back, and shows it again. */
  function takeBack(at: number, buid: string) {
    const { id } = items[at]!.signup
    if (undo.isPending) return
    undo.mutate([{ id, buid }], {
      onSuccess({ outcomes: [outcome] }) {
        if (outcome?.error) return notifyError('The link was not undone', new Error(outcome.error), 'signup links')
        setLinked((before) => without(before, id))
        notifySuccess({ message: `${items[at]!.signup.name} is no longer linked.`, topic: 'signup links' })
        go(at)
      },
    })
  }

  return {
    index,
    current,
    linked,
    skipped,
    refusal: current && refusals.get(current.id),
    done: current && linked.get(current.id),
    error: link.error,
    isPending: link.isPending,
    go,
    take,
    takeBack,
    skip() {
      if (current && !linked.has(current.id)) setSkipped((before) => new Set(before).add(current.id))
      next(index)
    },
    /** Undoes the link that was made last and stands. */
    undoLast() {
      const last = [...linked].at(-1)
      if (last)
        takeBack(
          items.findIndex(({ signup }) => signup.id === last[0]),
          last[1].person.buid,
        )
    },
    againSkipped() {
      const first = items.findIndex(({ signup }) => skipped.has(signup.id))
      setSkipped(new Set())
      go(first)
    },
  }
}

function without<Value>(map: ReadonlyMap<number, Value>, id: number): Map<number, Value> {
  const after = new Map(map)
  after.delete(id)
  return after
}
