declare module "virtual:mantine-variables.css";
