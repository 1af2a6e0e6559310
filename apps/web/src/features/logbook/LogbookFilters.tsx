import { lineGroups, noteCategories } from "@umbral/contract/logbook/logbook-lines";
import { keyIn } from "../../lib/key-in.ts";
import type { ListAddress } from "../../lib/useListAddress.ts";
import { chipOf, Filters } from "../../ui/Filters.tsx";
import { SelectField } from "../../ui/fields.tsx";
import { optionsOfWords } from "../../ui/options.ts";
import { SearchField } from "../../ui/SearchField.tsx";
import css from "./Logbook.module.css";
import type { LogbookWish } from "./logbook.api.ts";

/** Names of the filters in the address. */
export const logbookFilters = ["edificio", "tema", "desde", "hasta"] as const;
/** What is typed, which no address tells: a name may stand in it. */
export const typedOfLogbook = ["texto"] as const;
type Address = ListAddress<(typeof logbookFilters)[number] | (typeof typedOfLogbook)[number]>;

const subjects = { ...lineGroups, ...noteCategories };
const options = [{ value: "", label: "Todo" }, ...optionsOfWords(subjects)];

/** What the address asks for. */
export function wishOf(address: Pick<Address, "value">): LogbookWish {
  const subject = address.value("tema");
  return {
    search: address.value("texto"),
    group: keyIn(lineGroups, subject),
    category: keyIn(noteCategories, subject),
    first: address.value("desde"),
    last: address.value("hasta"),
  };
}

/** By words, and folded away until somebody wants them by subject and day. */
export function LogbookFilters({ address }: { address: Address }) {
  const subject = address.value("tema");
  const chosen = keyIn(subjects, subject);
  const chips = [...chipOf(chosen === undefined ? "" : subjects[chosen], () => address.change({ tema: "" }))];
  return (
    <search className={css["note"]}>
      <SearchField
        label="Buscar en la minuta"
        hint="Palabras, una persona, un apartamento o una puerta"
        value={address.value("texto")}
        onChange={(texto) => address.change({ texto })}
      />
      <Filters
        chips={chips}
        days={address}
        onClear={() => address.change({ tema: "", desde: "", hasta: "" })}
      >
        <SelectField
          label="Tema"
          value={subject}
          onChange={(tema) => address.change({ tema })}
          options={options}
        />
      </Filters>
    </search>
  );
}
