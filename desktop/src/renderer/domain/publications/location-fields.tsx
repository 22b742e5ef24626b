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
  const choose = (label: string) => {
    const { city, region, country } = suggested.get(label)!
    form.set('city', city)
    form.set('region', region ?? '')
    form.set('country', country ?? '')
  }
  return (
    <>
      <Autocomplete
        {...common({ form, name: 'city', label: 'City', hint })}
        data={[...suggested.keys()]}
        limit={8}
        value={String(form.typed.city)}
        onChange={(typed) => form.set('city', typed)}
        onOptionSubmit={choose}
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
