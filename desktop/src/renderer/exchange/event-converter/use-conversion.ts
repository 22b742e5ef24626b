import { useEffect, useReducer, useRef } from 'react'
import type { Facts, Person, Summary } from '../../../converter/conversion.ts'
import type { ColumnsNeeded, ColumnChoice, Settings } from '../../../converter/read-attendees.ts'
import type { Command, RecordedTotals, Report, SavedFile } from '../../../converter/session.ts'
import { useInstitution } from '../../ui/institution/institution.ts'
import type { InputFile } from '../../ui/form/input-file.ts'
import { openHost, rememberMapping, type ConverterHost } from './converter-host.ts'

type State = {
  file?: InputFile | undefined
  progress?: { step: 'reading' | 'matching' | 'recording'; done: number; total: number; rows: number } | undefined
  waiting?: { message: string; isSignedOut: boolean } | undefined
  columns?: ColumnsNeeded | undefined
  summary?: Summary | undefined
  recorded?: (RecordedTotals & { failure?: string | undefined }) | undefined
  undone?: number | undefined
  saved?: SavedFile[] | undefined
  notSaved?: string | undefined
  /** The name of the file, and why it could not be read or matched. */
  refusal?: { name: string; message: string } | undefined
}

type Event = Report | { is: 'opened'; file: InputFile } | { is: 'closed' } | { is: 'undone'; deleted: number }

function reduce(before: State, event: Event): State {
  // Every event except `waiting` means that the server has replied.
  const state: State = { ...before, waiting: undefined }
  switch (event.is) {
    case 'opened':
      return { file: event.file, progress: { step: 'reading', done: 0, total: 100, rows: 0 } }
    case 'waiting':
      return { ...state, waiting: event }
    case 'closed':
      return {}
    case 'reading':
      return {
        ...state,
        progress: { step: 'reading', done: event.percent, total: 100, rows: event.rows },
        columns: undefined,
        refusal: undefined,
      }
    case 'matching':
    case 'recording':
      return { ...state, progress: { step: event.is, done: event.done, total: event.total, rows: 0 } }
    case 'columns':
      return { ...state, progress: undefined, columns: event.columns, summary: undefined }
    case 'summary':
      return { ...state, progress: undefined, columns: undefined, summary: event.summary }
    case 'saved':
      return { ...state, saved: event.files, notSaved: undefined }
    case 'not-saved':
      return { ...state, saved: undefined, notSaved: event.message }
    case 'recorded':
      return {
        ...state,
        progress: undefined,
        undone: undefined,
        recorded: { ...event.recorded, failure: event.failure },
      }
    case 'undone':
      return { ...state, recorded: undefined, undone: event.deleted }
    case 'failed':
      return reduceFailure(state, event)
  }
}

function reduceFailure({ file }: State, { message, mayRetry }: Extract<Report, { is: 'failed' }>): State {
  return { file: mayRetry ? file : undefined, refusal: { name: file?.name ?? '', message } }
}

export function useConversion() {
  const { time_zone: timeZone } = useInstitution()
  const [state, dispatch] = useReducer(reduce, {})
  const host = useRef<ConverterHost>(null)
  const settings = useRef<Settings>({})
  const date = useRef<string | null>(null)
  useEffect(() => () => host.current?.close(), [])

  const send = (command: Command) => host.current?.send(command)
  const convert = (newSettings: Settings) => {
    settings.current = newSettings
    dispatch({ is: 'reading', percent: 0, rows: 0 })
    send({ do: 'convert', settings: { ...newSettings, timeZone }, date: date.current })
  }
  return {
    ...state,
    open(file: InputFile) {
      host.current?.close()
      date.current = null
      dispatch({ is: 'opened', file })
      host.current = openHost(file, dispatch)
      convert({})
    },
    close() {
      host.current?.close()
      host.current = null
      dispatch({ is: 'closed' })
    },
    chooseColumns({ headerKey, headerLine }: ColumnsNeeded, columns: ColumnChoice) {
      if (headerKey !== undefined) rememberMapping(headerKey, columns)
      convert({ ...settings.current, columns, headerLine, shouldAsk: false })
    },
    askForColumns(headerLine?: number) {
      const { columns: _, ...others } = settings.current
      convert({ ...others, shouldAsk: true, ...(headerLine !== undefined && { headerLine }) })
    },
    retry: () => send({ do: 'retry' }),
    decide(changes: Settings) {
      convert({ ...settings.current, ...changes })
    },
    choose: (id: number, buid: string | null) => send({ do: 'choose', id, buid }),
    chooseFitting: () => send({ do: 'choose-fitting' }),
    undoFitting: () => send({ do: 'undo-fitting' }),
    identify: (id: number, person: Person | null) => send({ do: 'identify', id, person }),
    setDate(newDate: string | null) {
      if (newDate === date.current) return
      date.current = newDate
      send({ do: 'date', date: newDate })
    },
    showSaved: () => host.current?.showSaved(),
    save: (facts: Facts) => send({ do: 'save', facts }),
    record(facts: Facts) {
      dispatch({ is: 'recording', done: 0, total: 0 })
      send({ do: 'record', facts })
    },
    markUndone(deleted: number) {
      send({ do: 'forget-recorded' })
      dispatch({ is: 'undone', deleted })
    },
  }
}
export type ConversionState = ReturnType<typeof useConversion>
