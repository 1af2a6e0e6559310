import {
  IconCards,
  IconCheck,
  IconIdOff,
  IconPencil,
  IconUserCheck,
  IconUserOff,
  IconX,
} from "@tabler/icons-react";
import { normalPhone } from "@umbral/contract/registration/personal-data";
import type { UserDetail, UserOrder } from "@umbral/contract/users/user-details.contract";
import { Fragment, useState } from "react";
import { Link } from "react-router";
import { cardsPath } from "../../lib/admin-paths.ts";
import { changedValues } from "../../lib/changed-values.ts";
import type { ListOrder } from "../../lib/useListOrder.ts";
import { useMay } from "../../lib/useMay.ts";
import { IconButton } from "../../ui/Button.tsx";
import { CellText } from "../../ui/CellFields.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { dialogs } from "../../ui/dialogs.ts";
import { EmailAddress } from "../../ui/EmailAddress.tsx";
import { sayInvalid } from "../../ui/invalid.ts";
import type { EmptyWords, ListQuery } from "../../ui/ListStates.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { PersonLink } from "../../ui/PersonLink.tsx";
import { Face, StorageImage } from "../../ui/StorageImage.tsx";
import { useReturned } from "../../ui/useReturned.ts";
import { ActivationModal } from "./ActivationModal.tsx";
import { FreeCedulaModal } from "./FreeCedulaModal.tsx";
import { UserActs } from "./UserActs.tsx";
import { created, First, Lines, seen, Yes } from "./UserCells.tsx";
import css from "./UserTable.module.css";
import { changeUserTo, refreshUserDetails } from "./user-details.api.ts";
import { userQuestions, userSentences } from "./user-details.strings.ts";
import { roleNames } from "./users.strings.ts";

interface UserTableProps {
  caption: string;
  query: ListQuery<UserDetail[]>;
  empty: EmptyWords;
  usualRows?: number;
  /** What is shown is of an older question; the answer to this one is on its way. */
  isOld?: boolean;
  /** Where the order of a list in pages is kept, which the server gives. A whole list is put in order here. */
  order?: ListOrder<UserOrder>;
}

interface Draft {
  id: string;
  /** What stood there when its row began to be edited. */
  began: { phone: string; alias: string };
  phone: string;
  alias: string;
}

const draftOf = ({ id, phone, alias }: UserDetail): Draft => ({ id, began: { phone, alias }, phone, alias });

const isPhone = (written: string) => written.trim() === "" || normalPhone(written) !== null;

/** People in the specification's columns (§2); telephone and alias are changed where they stand. */
export function UserTable({ caption, query, empty, usualRows = 8, isOld, order }: UserTableProps) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const isOfPlatform = useMay("platform.administer");
  const [isSaving, setSaving] = useState(false);
  const returned = useReturned();
  const [looking, setLooking] = useState<UserDetail | null>(null);
  const [switching, setSwitching] = useState<UserDetail | null>(null);
  const [freeing, setFreeing] = useState<UserDetail | null>(null);

  const leave = (user: UserDetail) => {
    setDraft(null);
    returned.expect(user.id);
  };
  const save = async (user: UserDetail, { began, phone, alias }: Draft) => {
    const changed = changedValues(began, { phone, alias });
    if (!isPhone(phone)) {
      await dialogs.failure({ text: "El número de teléfono no es válido." });
    } else if (changed === null) {
      leave(user);
    } else if (
      await dialogs.confirm(userQuestions.update(user.name, { withPhone: changed.phone !== undefined }))
    ) {
      setSaving(true);
      try {
        await changeUserTo(user.id, changed);
        leave(user);
        await refreshUserDetails();
        await dialogs.success(userSentences.updated);
      } catch (error) {
        await sayInvalid(error);
      } finally {
        setSaving(false);
      }
    }
  };

  const columns: Column<UserDetail>[] = [
    {
      id: "photo",
      header: "Foto",
      isWhole: true,
      least: 4,
      cell: (user) => (
        <button
          type="button"
          className={css["face"]}
          aria-label={`Ver la foto de ${user.name}`}
          onClick={() => setLooking(user)}
        >
          <Face src={user.photo} alt="" size={44} />
        </button>
      ),
    },
    {
      id: "name",
      header: "Nombre completo",
      isTitle: true,
      ...(order === undefined ? { sortBy: ({ name }: UserDetail) => name } : { isSortable: true }),
      cell: (user) => (
        <div className={css["name"]} data-edited={draft?.id === user.id || undefined}>
          <PersonLink id={user.id}>{user.name}</PersonLink>
          {draft?.id === user.id ? (
            <CellText
              label={`Alias de ${user.name}`}
              placeholder="Alias"
              autoFocus
              maxLength={120}
              value={draft.alias}
              onChange={(alias) => setDraft({ ...draft, alias })}
            />
          ) : user.alias === "" ? null : (
            <span className={css["alias"]}>{user.alias}</span>
          )}
        </div>
      ),
    },
    {
      id: "cedula",
      header: "Documento",
      isFirm: true,
      least: 9.25,
      line: 3,
      cell: ({ cedula }) => <span className={css["code"]}>{cedula || "–"}</span>,
    },
    {
      id: "active",
      header: "Activo",
      from: draft === null ? "desk" : "wide",
      cell: ({ active }) => <Yes is={active} />,
    },
    { id: "verified", header: "Verificado", from: "wide", cell: ({ verified }) => <Yes is={verified} /> },
    {
      id: "email",
      header: "Correo",
      from: "vast",
      least: 8,
      cell: ({ email }) => <EmailAddress of={email} />,
    },
    {
      id: "phone",
      header: "Celular",
      // It is changed where it stands, in the place of what is not.
      from: draft === null ? "wide" : "phone",
      isFirm: true,
      // Also while it is changed: no act of a row goes away under it.
      least: 11,
      cell: (user) =>
        draft?.id === user.id && isOfPlatform ? (
          <span className={css["phone"]}>
            <CellText
              label={`Celular de ${user.name}`}
              type="tel"
              inputMode="tel"
              maxLength={40}
              value={draft.phone}
              isWrong={!isPhone(draft.phone)}
              onChange={(phone) => setDraft({ ...draft, phone })}
            />
          </span>
        ) : (
          <span className={css["code"]}>{user.phone}</span>
        ),
    },
    {
      id: "role",
      header: "Rol",
      line: 1,
      least: 10.25,
      brief: ({ places }) => <First of={[...new Set(places.map(({ roleName }) => roleNames[roleName]))]} />,
      cell: ({ places }) => <Lines of={places.map(({ roleName }) => roleNames[roleName])} />,
    },
    {
      id: "tags",
      header: "Etiquetas",
      from: "vast",
      least: 9,
      brief: ({ tags }) => <First of={tags.map(({ tag }) => tag)} className={css["code"]} />,
      cell: ({ tags }) => <Lines of={tags.map(({ tag }) => tag)} className={css["code"]} />,
    },
    {
      id: "apartment",
      header: "Apartamento",
      line: 2,
      from: draft === null ? "phone" : "wide",
      brief: ({ places }) => {
        const names = places.flatMap(({ apartmentName }) => apartmentName ?? []);
        return names.length === 0 ? "–" : <First of={names} />;
      },
      cell: ({ places }) => <Lines of={places.map(({ apartmentName }) => apartmentName ?? "–")} />,
    },
    {
      id: "building",
      header: "Edificio",
      from: "wide",
      least: 7,
      brief: ({ places }) => <First of={[...new Set(places.map(({ buildingName }) => buildingName))]} />,
      cell: ({ places }) => <Lines of={places.map(({ buildingName }) => buildingName)} />,
    },
    ...(order === undefined ? [] : isOfPlatform ? [created, seen] : [created]),
    {
      id: "actions",
      header: "Acciones",
      isWhole: true,
      least: 14,
      align: "end",
      cell: (user) => (
        <span className={css["actions"]}>
          {draft?.id === user.id ? (
            <Fragment key="editing">
              <IconButton
                label={`Guardar los datos de ${user.name}`}
                disabled={isSaving}
                onClick={() => void save(user, draft)}
              >
                <IconCheck aria-hidden="true" size={22} />
              </IconButton>
              <IconButton
                label={`Dejar los datos de ${user.name} como estaban`}
                disabled={isSaving}
                onClick={() => leave(user)}
              >
                <IconX aria-hidden="true" size={22} />
              </IconButton>
            </Fragment>
          ) : (
            <Fragment key="resting">
              <IconButton
                label={`Cambiar los datos de ${user.name}`}
                ref={returned.taking(user.id)}
                onClick={() => setDraft(draftOf(user))}
              >
                <IconPencil aria-hidden="true" size={22} />
              </IconButton>
              {user.cedula === "" ? null : (
                <Link
                  className={css["link"]}
                  to={cardsPath(user.id)}
                  aria-label={`Tarjetas de ${user.name}`}
                  title={`Tarjetas de ${user.name}`}
                >
                  <IconCards aria-hidden="true" size={22} />
                </Link>
              )}
              {isOfPlatform ? (
                <IconButton
                  isDestructive={user.active}
                  label={user.active ? `Desactivar a ${user.name}` : `Activar a ${user.name}`}
                  onClick={() => setSwitching(user)}
                >
                  {user.active ? (
                    <IconUserOff aria-hidden="true" size={22} />
                  ) : (
                    <IconUserCheck aria-hidden="true" size={22} />
                  )}
                </IconButton>
              ) : null}
              {user.cedula === "" || !isOfPlatform ? null : (
                <IconButton
                  isDestructive
                  label={`Recuperar la cédula de ${user.name}`}
                  onClick={() => setFreeing(user)}
                >
                  <IconIdOff aria-hidden="true" size={22} />
                </IconButton>
              )}
            </Fragment>
          )}
        </span>
      ),
    },
  ];

  return (
    <>
      <section className={css["people"]} aria-label={caption} aria-busy={isOld}>
        <DataTable
          caption={caption}
          columns={columns}
          query={query}
          rowKey={({ id }) => id}
          usualRows={usualRows}
          empty={empty}
          name="users"
          rowName={({ name }) => name}
          hasDetails
          isCovered={looking !== null || switching !== null || freeing !== null}
          order={order}
          acts={(people, leave) => <UserActs people={people} leave={leave} maySuspend={isOfPlatform} />}
        />
      </section>
      <Modal isOpen={looking !== null} title={looking?.name ?? ""} narrow onClose={() => setLooking(null)}>
        {looking?.photo ? (
          <StorageImage src={looking.photo} alt={`Foto de ${looking.name}`} className={css["photo"]} />
        ) : (
          <p>{userSentences.noPhoto}</p>
        )}
      </Modal>
      <FreeCedulaModal
        user={freeing}
        onClose={() => setFreeing(null)}
        onDone={() => {
          setFreeing(null);
          void refreshUserDetails();
        }}
      />
      <ActivationModal
        user={switching}
        onClose={() => setSwitching(null)}
        onDone={() => {
          setSwitching(null);
          void refreshUserDetails();
        }}
      />
    </>
  );
}
