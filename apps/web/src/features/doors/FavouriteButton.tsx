import { IconStar, IconStarFilled } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type { chooseFavouriteDoor, Door, listDoors } from "@umbral/contract/doors/doors.contract";
import { call } from "../../lib/call.ts";
import { queryOf } from "../../lib/endpoint-query.ts";
import { queryClient } from "../../lib/queries.ts";
import { sentenceFor } from "../../lib/sentences.ts";
import { IconButton, joined } from "../../ui/Button.tsx";
import { notify } from "../../ui/notices.ts";
import css from "./FavouriteButton.module.css";

interface FavouriteButtonProps {
  buildingId: string;
  door: Pick<Door, "id" | "name" | "isFavourite">;
  className?: string | undefined;
}

/** Has a door first among those of its building, on every device of this person. It moves at once, and back when that fails. */
export function FavouriteButton({ buildingId, door, className }: FavouriteButtonProps) {
  const { queryKey } = queryOf<typeof listDoors>("GET", "/api/buildings/{id}/doors", {
    params: { id: buildingId },
  });
  const mutationKey = ["favourite-door", buildingId];
  const choice = useMutation({
    mutationKey,
    // One after the other, of all doors of the building: of two quick presses the later one has the last word.
    scope: { id: mutationKey.join(" ") },
    mutationFn: (isFavourite: boolean) =>
      call<typeof chooseFavouriteDoor>("PUT", "/api/doors/{id}/favourite", {
        params: { id: door.id },
        body: { isFavourite },
      }),
    onMutate: async (isFavourite) => {
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(
        queryKey,
        (kept) =>
          kept && {
            doors: kept.doors.map((one) => ({ ...one, isFavourite: one.id === door.id && isFavourite })),
          },
      );
    },
    onError: (error) => notify(sentenceFor(error), "trouble"),
    // What was pressed meanwhile is seen already: it is read again once the last of them has been answered.
    onSettled: () =>
      queryClient.isMutating({ mutationKey }) > 1 ? undefined : queryClient.invalidateQueries({ queryKey }),
  });
  // What is read while it is under way, as when the page's line has just come, is of before the press.
  const isFavourite = choice.isPending ? choice.variables : door.isFavourite === true;
  const Icon = isFavourite ? IconStarFilled : IconStar;
  return (
    <IconButton
      label={`Favorita: ${door.name}`}
      aria-pressed={isFavourite}
      className={joined(css["favourite"], className)}
      onClick={() => choice.mutate(!isFavourite)}
    >
      <Icon aria-hidden="true" size={24} />
    </IconButton>
  );
}
