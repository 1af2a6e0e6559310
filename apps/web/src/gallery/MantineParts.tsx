import { Badge, Button, Pagination, Tabs } from "@mantine/core";
import "@mantine/core/styles/UnstyledButton.css";
import "@mantine/core/styles/Badge.css";
import "@mantine/core/styles/Button.css";
import "@mantine/core/styles/Group.css";
import "@mantine/core/styles/Pagination.css";
import "@mantine/core/styles/Tabs.css";
import { MantineRoot } from "../ui/MantineRoot.tsx";
import css from "./gallery.module.css";

/** What Mantine's parts look like in our theme; a screen that needs one wraps itself in the same root. */
export function MantineParts() {
  return (
    <MantineRoot>
      <section className={css["part"]}>
        <h2>Mantine</h2>
        <div className={css["row"]}>
          <Button size="md">Relleno</Button>
          <Button size="md" variant="light">
            Suave
          </Button>
          <Button size="md" variant="outline">
            Contorno
          </Button>
          <Badge size="lg">Activo</Badge>
        </div>
        <Tabs defaultValue="profile">
          <Tabs.List>
            <Tabs.Tab value="profile">Perfil</Tabs.Tab>
            <Tabs.Tab value="family">Familia</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="profile">Perfil</Tabs.Panel>
          <Tabs.Panel value="family">Familia</Tabs.Panel>
        </Tabs>
        <Pagination
          total={8}
          getItemProps={(page) => ({ "aria-label": `Página ${page}` })}
          getControlProps={(control) => ({ "aria-label": control })}
        />
      </section>
    </MantineRoot>
  );
}
