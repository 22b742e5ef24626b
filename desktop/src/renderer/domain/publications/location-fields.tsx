import { countryOptions } from '@alumni/shared/countries'
import { cityWords, type Location } from '@alumni/shared/publications/locations'
import { Autocomplete } from '@mantine/core'
import { ChoiceField, common, TextField, type FieldProps } from './fields.tsx'

/** The fields in the form of a new publication. */
export const blankLocation = { city: '', region: '', country: '' }

type LocationProps = Pick<FieldProps, 'form' | 'hint'> & { used: readonly Location[] }

/** City, state and country; a city that was used before brings its state and country along. */
export function LocationFields({ form, used, hint = 'Such as “Boston”.' }: LocationProps) {
  const suggested = new Map(used.map((location) => [cityWords(location), location]))
  // Mantine gives a chosen suggestion as if it were typed.
  const change = (typed: string) => {
    const location = suggested.get(typed)
    form.set('city', location?.city ?? typed)
    if (!location) return
    form.set('region', location.region ?? '')
    form.set('country', location.country ?? '')
  }
  return (
    <>
      <Autocomplete
        {...common({ form, name: 'city', label: 'City', hint })}
        data={[...suggested.keys()]}
        limit={8}
        value={String(form.typed.city)}
        onChange={change}
      />
      <TextField form={form} name="region" label="State or region" hint="Such as “MA”." max={100} />
      <ChoiceField
        form={form}
        name="country"
        label="Country"
        placeholder="United States"
        canBeNone
        isSearchable
        choices={countryOptions()}
      />
    </>
  )
}
