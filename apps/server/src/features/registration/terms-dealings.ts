import type { Terms } from "@umbral/contract/registration/terms.contract";

/** What each side answers for, whose the work is, and how a dispute is settled. */
export const dealings: { before: Terms["sections"]; after: Terms["sections"] } = {
  before: [
    {
      id: "responsabilidad",
      title: "9. Responsabilidad",
      blocks: [
        {
          text: "El Proveedor se obliga a poner los medios necesarios para que el servicio esté disponible y sea seguro: vigila su funcionamiento, atiende las fallas y cuida la información. Su obligación es de medio y no de resultado: no puede impedir por sí solo que se cometa un delito ni que ocurra una emergencia.",
          points: [],
        },
        {
          text: "El Proveedor no responde por:",
          points: [
            "Los cortes de energía, de internet o de telefonía, ni por los hechos de fuerza mayor, caso fortuito o de un tercero.",
            "Las decisiones de quien abre una puerta, aprueba un registro o autoriza una visita.",
            "El uso de una cuenta, tarjeta o código por alguien a quien su titular se los entregó.",
            "Las fallas de equipos que no instaló o que fueron intervenidos por personas ajenas.",
          ],
        },
        {
          text: "Tú respondes por lo que se haga con tu cuenta, por la verdad de los datos que entregas y por las personas a las que permites entrar. La copropiedad responde por decidir quién tiene acceso y por mantener al día esa información. Nada de lo anterior limita los derechos que la ley te da como consumidor, ni la responsabilidad por dolo o culpa grave.",
          points: [],
        },
        {
          text: "Puede suspenderse el acceso de quien ponga en riesgo a otras personas, suplante a alguien, entregue datos falsos o use el servicio contra la ley. La persona será informada del motivo y podrá pedir que se revise la decisión.",
          points: [],
        },
      ],
    },
  ],
  after: [
    {
      id: "propiedad-intelectual",
      title: "11. Propiedad intelectual",
      blocks: [
        {
          text: "El nombre, la marca, los diseños y los textos del servicio pertenecen al Proveedor o a quienes le dieron licencia. El programa Umbral es de código abierto y se distribuye con su propia licencia, que prevalece sobre estos términos en lo que tiene que ver con el código. Estos términos te permiten usar el servicio mientras tengas una cuenta; no te transfieren ninguna marca ni ningún contenido.",
          points: [],
        },
        {
          text: "Las imágenes que subes siguen siendo tuyas: solo autorizas su uso para las finalidades que dice la sección 10. Las grabaciones de las cámaras pertenecen a la copropiedad y no se pueden publicar ni compartir sin su permiso y sin respetar la intimidad de quienes aparecen en ellas.",
          points: [],
        },
      ],
    },
    {
      id: "cambios-y-terminacion",
      title: "12. Cambios y terminación",
      blocks: [
        {
          text: "Si estos términos cambian, la nueva versión se publica aquí con su fecha y se te pide aceptarla cuando el cambio afecte tus derechos. Puedes dejar de usar el servicio cuando quieras, pidiendo a la administración que cierre tu cuenta. También se cierra cuando dejas de vivir o trabajar en el edificio o cuando termina el contrato con la copropiedad.",
          points: [],
        },
      ],
    },
    {
      id: "controversias",
      title: "13. Solución de controversias",
      blocks: [
        {
          text: "Si surge una diferencia sobre la celebración, la interpretación, la ejecución o la terminación de estos términos, las partes la resolverán así:",
          points: [
            "Arreglo directo. Durante los 15 días hábiles siguientes a la fecha en que una parte le escriba a la otra contándole la diferencia, ambas buscarán de buena fe un acuerdo.",
            "Conciliación o arbitraje. Si en ese plazo no hay acuerdo, la diferencia se llevará a conciliación en un centro autorizado o a la decisión de un tribunal de arbitramento.",
            "Tribunal. Lo integrarán tres árbitros, abogados colombianos, nombrados de común acuerdo o, si no lo hay, por el centro de arbitraje de la cámara de comercio del lugar donde está la copropiedad. Decidirá en derecho, dentro de los 3 meses siguientes a su instalación.",
          ],
        },
        {
          text: "Lo anterior no te impide presentar un reclamo ante la Superintendencia de Industria y Comercio ni usar las acciones que la ley reserva al consumidor y al titular de datos personales.",
          points: [],
        },
      ],
    },
    {
      id: "ley-aplicable",
      title: "14. Ley aplicable",
      blocks: [
        {
          text: "Estos términos se rigen por la ley colombiana, entre otras por la Ley 675 de 2001 de propiedad horizontal, la Ley 1480 de 2011 del consumidor, la Ley 527 de 1999 de comercio electrónico y la Ley 1581 de 2012 de protección de datos personales. Si una parte de ellos resulta inválida, las demás siguen vigentes.",
          points: [],
        },
      ],
    },
  ],
};
