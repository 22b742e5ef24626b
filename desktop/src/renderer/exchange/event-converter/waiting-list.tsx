import { Radio } from '@mantine/core'
import { useState } from 'react'
import type { Waiting } from '../../../converter/conversion.ts'
import { Pager } from '../../ui/pager.tsx'
import { count } from '../../ui/words/numbers.ts'
import classes from './event-converter.module.css'

const perPage = 10

type WaitingListProps = { waiting: Waiting[]; isCut: boolean; onChoose: (id: number, buid: string | null) => void }

/** Addresses that several people have. A person chooses; nobody is ever chosen by name alone. */
export function WaitingList({ waiting, isCut, onChoose }: WaitingListProps) {
  const [page, setPage] = useState(1)
  const open = waiting.filter(({ chosen }) => chosen === undefined).length
  const pages = Math.ceil(waiting.length / perPage)
  return (
    <section className={classes.step}>
      <h2>Who is meant?</h2>
      <p className="muted" role="status">
        {open === 0
          ? 'Everyone is chosen.'
          : `${count(open)} ${open === 1 ? 'address is' : 'addresses are'} on file with several people. Who is not chosen stays unmatched.`}
        {isCut && ` The first ${count(waiting.length)} are here.`}
      </p>
      {waiting.slice((page - 1) * perPage, page * perPage).map(({ id, line, address, name, people, chosen }) => (
        <Radio.Group
          key={id}
          className={classes.waiting}
          label={name || address}
          description={`${name ? `${address}, ` : ''}line ${count(line)}`}
          value={chosen === undefined ? '' : (chosen ?? 'none')}
          onChange={(value) => onChoose(id, value === 'none' ? null : value)}
        >
          <div className={classes.people}>
            {people.map(({ buid, display_name, class_year }) => (
              <Radio
                key={buid}
                value={buid}
                label={display_name || 'No name'}
                description={[class_year && `class of ${class_year}`, buid].filter(Boolean).join(' · ')}
              />
            ))}
            <Radio value="none" label="None of them" />
          </div>
        </Radio.Group>
      ))}
      {pages > 1 && <Pager page={page} pages={pages} onPage={setPage} />}
    </section>
  )
}
