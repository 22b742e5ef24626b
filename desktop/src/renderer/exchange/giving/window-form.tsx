import type { coverageForm, GivingPage } from '@alumni/shared/exchange/giving'
import { computeCoverage, unconfirmedGapDays, yearsOfWindow } from '@alumni/shared/exchange/giving-coverage'
import { fiscalYear, fiscalYearOf } from '@alumni/shared/fiscal-year'
import { Button, Group, List, Stack, TextInput } from '@mantine/core'
import { IconArrowBackUp, IconReplace } from '@tabler/icons-react'
import { collectFieldErrors } from '../../ui/format/field-errors.ts'
import { formatDay } from '../../ui/format/days.ts'
import { formatYears } from './year-table.tsx'

type Window = { coverage_start: string; coverage_end: string }

type WindowFormProps = {
  page: GivingPage
  window: Window
  parsed: ReturnType<typeof coverageForm.safeParse>
  onChange: (window: Window) => void
}

export function WindowForm({ page, window, parsed, onChange }: WindowFormProps) {
  const errors = collectFieldErrors(parsed)
  const errorOf = (field: keyof Window) => (window[field] === '' ? undefined : errors[field])
  const field = (name: keyof Window, label: string) => (
    <TextInput
      type="date"
      flex="0 1 200px"
      label={label}
      value={window[name]}
      error={errorOf(name)}
      onChange={(event) => onChange({ ...window, [name]: event.currentTarget.value })}
    />
  )
  return (
    <Stack gap={12}>
      <p className="muted">The dates you chose for the export in the CRM, not those of the first and last gift.</p>
      <Group gap={12} align="flex-start">
        {field('coverage_start', 'First day')}
        {field('coverage_end', 'Last day')}
      </Group>
      <Group gap={8} role="group" aria-label="Usual windows">
        {suggestedWindows(page).map(({ label, ...dates }) => (
          <Button key={label} variant="default" size="xs" onClick={() => onChange(dates)}>
            {label}
          </Button>
        ))}
      </Group>
      <div role="status">{parsed.success && <ReplacedYears page={page} window={parsed.data} />}</div>
    </Stack>
  )
}

function suggestedWindows({ today, fiscal_year_start }: GivingPage) {
  const year = fiscalYearOf(today, fiscal_year_start)
  const startOf = (years: number) => fiscalYear(year - years, fiscal_year_start).from
  return [
    { label: 'This fiscal year to today', coverage_start: startOf(0), coverage_end: today },
    { label: 'Last fiscal year and this one', coverage_start: startOf(1), coverage_end: today },
    { label: 'Five fiscal years', coverage_start: startOf(4), coverage_end: today },
  ]
}

function ReplacedYears({ page, window }: { page: GivingPage; window: Window }) {
  const { today, fiscal_year_start } = page
  const days = { start: window.coverage_start, end: window.coverage_end, uploadedOn: today, today }
  const years = yearsOfWindow(days, fiscal_year_start)
    .map((year) => computeCoverage(year, days, fiscal_year_start))
    .filter(({ from }) => from <= today)
  const replaced = years.filter(({ reason }) => reason === null)
  const untouched = years.filter(({ reason }) => reason !== null)
  const gap = replaced.find(({ gap_days }) => gap_days !== null)?.gap_days ?? 0
  return (
    <List spacing={8} listStyleType="none">
      <List.Item icon={<IconReplace size={16} stroke={1.8} color="var(--accent-text)" aria-hidden />}>
        {replaced.length > 0 ? (
          <>
            <strong>{formatYears(replaced.map(({ year }) => year))}</strong> {replaced.length === 1 ? 'is' : 'are'}{' '}
            replaced.
            {gap > unconfirmedGapDays && ` The window ends ${gap} days ago; you will be asked to confirm this.`}
          </>
        ) : (
          'This window does not cover any full fiscal year, so nothing would be replaced.'
        )}
      </List.Item>
      {untouched.map(({ year, reason, repull_from }) => (
        <List.Item key={year} icon={<IconArrowBackUp size={16} stroke={1.8} color="var(--ink-soft)" aria-hidden />}>
          <strong>{formatYears([year])}</strong> is not replaced. {reason} To replace it too, export from{' '}
          {formatDay(repull_from!)}.
        </List.Item>
      ))}
    </List>
  )
}
