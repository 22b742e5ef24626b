import type { LinkOutcome } from '@alumni/shared/champions/linking'
import type { FoundAlumnus } from '@alumni/shared/alumni/search'
import { useState } from 'react'
import { nameWithClasses } from '@alumni/shared/alumni/class-names'
import { notifySuccess, notifyError } from '../../ui/notify.tsx'
import { useLinks, type QueueItem } from './queries.ts'

export function useLinkingQueue(items: readonly QueueItem[]) {
  const [index, setIndex] = useState(0)
  const [linked, setLinked] = useState<ReadonlyMap<number, FoundAlumnus>>(new Map())
  const [skipped, setSkipped] = useState<ReadonlySet<number>>(new Set())
  const [refusals, setRefusals] = useState<ReadonlyMap<number, LinkOutcome>>(
    new Map(items.flatMap(({ signup, refusal }) => (refusal ? [[signup.id, refusal]] : []))),
  )
  const link = useLinks('')
  const undo = useLinks('/undo')
  const current = items[index]?.signup
  const isOpen = (id: number) => !linked.has(id) && !skipped.has(id)

  function go(index: number) {
    link.reset()
    setIndex(Math.max(0, Math.min(items.length, index)))
  }

  function goToNext(from: number) {
    const after = items.findIndex(({ signup }, index) => index > from && isOpen(signup.id))
    go(after < 0 ? items.length : after)
  }

  function linkCurrent(person: FoundAlumnus) {
    if (!current || link.isPending || linked.has(current.id)) return
    const from = index
    link.mutate([{ id: current.id, buid: person.buid }], {
      onSuccess({ outcomes: [outcome] }) {
        if (outcome?.error !== null) return setRefusals((before) => new Map(before).set(current.id, outcome!))
        setRefusals((before) => without(before, current.id))
        setLinked((before) => new Map(before).set(current.id, person))
        setSkipped((before) => new Set([...before].filter((id) => id !== current.id)))
        notifySuccess({
          message: `${current.name} is linked to ${nameWithClasses(person.name, person.class_years)}.`,
          topic: 'signup links',
          onUndo: () => undoLink(from, person.buid),
        })
        goToNext(from)
      },
    })
  }

  function undoLink(index: number, buid: string) {
    const { id } = items[index]!.signup
    if (undo.isPending) return
    undo.mutate([{ id, buid }], {
      onSuccess({ outcomes: [outcome] }) {
        if (outcome?.error) return notifyError('The link was not undone', new Error(outcome.error), 'signup links')
        setLinked((before) => without(before, id))
        notifySuccess({ message: `${items[index]!.signup.name} is no longer linked.`, topic: 'signup links' })
        go(index)
      },
    })
  }

  return {
    index,
    current,
    linked,
    skipped,
    refusal: current && refusals.get(current.id),
    linkedPerson: current && linked.get(current.id),
    error: link.error,
    isPending: link.isPending,
    go,
    linkCurrent,
    undoLink,
    skip() {
      if (current && !linked.has(current.id)) setSkipped((before) => new Set(before).add(current.id))
      goToNext(index)
    },
    undoLast() {
      const last = [...linked].at(-1)
      if (last)
        undoLink(
          items.findIndex(({ signup }) => signup.id === last[0]),
          last[1].buid,
        )
    },
    reviewSkipped() {
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
